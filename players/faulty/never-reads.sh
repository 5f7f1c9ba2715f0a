# Neither reads nor answers.
exec sleep 1000
