// Monitor
