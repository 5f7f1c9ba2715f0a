"""Argument types and exit statuses of this package's commands. An error that the user can fix is
reported in one message."""
import argparse
import sys


class UsageError(ValueError):
    """An error that the user can fix, reported in one message."""


def run(main):
    """Calls a command. It exits with status 1 and prints one line after a UsageError, an unusable
    file, missing PyTorch, and Ctrl-C."""
    try:
        main()
    except UsageError as error:
        sys.exit(str(error))
    except ModuleNotFoundError as missing:
        if missing.name != "torch":
            raise
        sys.exit("this command needs PyTorch: install it with pip install torch")
    except OSError as error:
        sys.exit(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except KeyboardInterrupt as stop:
        sys.exit(str(stop) or "stopped")


def whole_number(least=1, most=2**31 - 1):
    """Returns a type for argparse that accepts whole numbers in this range."""
    def parse(text):
        try:
            number = int(text)
        except ValueError:
            number = least - 1
        if not least <= number <= most:
            raise argparse.ArgumentTypeError(f"must be a whole number from {least} to {most}, not {text}")
        return number
    return parse
