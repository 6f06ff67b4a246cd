from tests.memory.forget.conftest import memory

__all__ = ["memory"]
