// Players may include the originals' headers separately; all of their content is in Player.hh.
#include "Player.hh"
