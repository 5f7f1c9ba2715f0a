# Kills itself with the signal in its argument, after its first question.
read line
kill -s "$1" $$
read line
