# Answers all rounds at once, before it has read anything.
printf -- '-1\n-1\n-1\n-1\n-1\n-1\n-1\n-1\n'
exec cat >/dev/null
