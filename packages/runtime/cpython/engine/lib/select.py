"""There is nothing to wait for: everything raises OSError."""

error = OSError


def _refuse(*args, **kwargs):
    raise OSError("a bot under fuel has nothing to select from: read sys.stdin")


select = poll = _refuse
