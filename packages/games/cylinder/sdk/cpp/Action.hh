// Players may include the headers of the originals one by one; all of it is in Player.hh.
#include "Player.hh"
