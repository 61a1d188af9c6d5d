// Luma
