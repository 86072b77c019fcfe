"""Tell faults of the device from faults of a request.

Lives here: the signs by which a device fault is known, by names, since torch
is never imported here. Not here: what the engine does about them.
"""

_DEVICE_FAULTS = frozenset({"AcceleratorError", "CUDAError"})
_DEVICE_SIGNS = ("CUDA error", "CUDNN_STATUS", "CUBLAS_STATUS", "device-side assert")
_MEMORY_SIGNS = ("can't allocate memory", "out of memory")


def is_out_of_memory(error: BaseException) -> bool:
    """Whether less work at once could have succeeded."""
    if isinstance(error, MemoryError) or type(error).__name__ == "OutOfMemoryError":
        return True
    return isinstance(error, RuntimeError) and _mentions(error, _MEMORY_SIGNS)


def is_device_fault(error: BaseException) -> bool:
    """Whether the device answers nothing any more until a restart."""
    if is_out_of_memory(error):
        return False
    if type(error).__name__ in _DEVICE_FAULTS:
        return True
    return isinstance(error, RuntimeError) and _mentions(error, _DEVICE_SIGNS)


def is_fatal(error: BaseException) -> bool:
    """Whether the thread that saw this error must stop."""
    return not isinstance(error, Exception) or is_device_fault(error)


def _mentions(error: BaseException, signs: tuple[str, ...]) -> bool:
    message = str(error)
    return any(sign in message for sign in signs)
