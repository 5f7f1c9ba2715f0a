# Dies before it has read anything.
exit 3
