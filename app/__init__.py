"""The service: FastAPI owns HTTP here, and never the meaning of tensors."""
