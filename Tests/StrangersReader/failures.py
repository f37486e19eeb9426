"""What can be wrong with a store."""


class StoreFailure(Exception):
    """A store that cannot be read; the exit codes are those of storectl."""

    exit_code = 2


class Damage(StoreFailure):
    """Bytes that are not what the format says."""

    def __init__(self, path, offset, what):
        super().__init__(f"{path}: offset {offset}: {what}")


class Foreign(StoreFailure):
    """No store at the path, or one of a newer format."""

    exit_code = 4


class Unreadable(StoreFailure):
    """A file that the system does not give."""

    exit_code = 6
