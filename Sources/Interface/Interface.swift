// Interface
