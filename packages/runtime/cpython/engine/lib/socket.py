"""There are no sockets: everything that would open one raises OSError."""

AF_INET, AF_INET6, SOCK_STREAM, SOCK_DGRAM, IPPROTO_TCP, TCP_NODELAY = 2, 10, 1, 2, 6, 1
error = OSError
timeout = TimeoutError


def _refuse(*args, **kwargs):
    raise OSError("a bot under fuel has no sockets")


socket = create_connection = create_server = socketpair = getaddrinfo = gethostbyname = gethostname = _refuse
