import type { said as english } from '../en/steps.ts';

export const said: Readonly<Record<keyof typeof english, string>> = {
  'said.received': '{file}, {bytes} bytes',
  'said.compiling': 'es compila',
  'said.compiled': 'compilat en {size} KiB',
  'said.compiled/tables':
    'compilat en {size} KiB; recorre {tables}, l’ordre dels quals ve d’adreces o de hashes propis: pot jugar diferent que a la teva màquina',
  'said.compiled/module': 'ja és un mòdul',
  'said.compiled/program': 's’executa com un programa a part, dins de l’aïllament complet',
  'said.compile/no-module': 'no és un mòdul de WebAssembly',
  'said.compile/name': 'el seu nom ha de començar amb una lletra, una xifra o _',
  'said.compile/language': 'el joc no té jugadors en aquest llenguatge',
  'said.compile/no-player': 'no registra cap jugador: li falta RegisterPlayer(PLAYER_NAME) al final',
  'said.compile/no-sandbox':
    'aquest servidor no compila ni C++ ni Rust: no té cap entorn aïllat. Pregunta a qui organitza el concurs, o envia un jugador en un altre llenguatge',
  'said.compile/again': 'un altre cop: {why}',
  'said.compile/broke': 'aquí no s’ha pogut compilar: {why}',
  'said.compile/large': 'el mòdul que en surt fa més de {most} MiB',
  'said.compile/late': 'aquí no s’ha pogut compilar a temps, tres vegades: un organitzador ho pot tornar a engegar',
  'said.compile/lost': 'del compilador no se n’ha sabut res més',
  'said.check/quarantined': 'aquests bytes no poden jugar: {why}',
  'said.check/failed': 'en la comprovació, ronda {round} del tauler {board}: {sentence}',
  'said.check/passed': 'ha jugat {rounds} rondes al tauler {board}',
  'said.qualify/rule': 'partides contra {rival}: {matches}, de les quals n’ha de guanyar {wins}',
  'said.qualify/won': 'guanyada: ha fet {own} contra {others} al tauler {board}',
  'said.qualify/not-won': 'no guanyada: ha fet {own} contra {others} al tauler {board}',
  'said.qualify/failed': 'ha fallat a la ronda {round} del tauler {board}: {sentence}',
  'said.qualify/why': 'per què, al tauler {board}: {why}',
  'said.qualify/too-few': 'partides guanyades: {ahead} de {matches}; en calen {wins}',
  'said.qualify/through': 'partides guanyades: {ahead} de {matches}; en calien {wins}',
  'said.again/gone': 'un altre cop: les seves partides ja no hi eren',
  'said.again/match': 'un altre cop: una partida no s’ha pogut jugar',
  'said.again/organiser': 'un organitzador ho ha tornat a engegar',
  'said.again/rule':
    'l’organitzador ha canviat la regla: juga {matches} partides contra {rival} i n’ha de guanyar {wins}',
  'said.unplayable':
    'aquí no s’han pogut jugar les seves partides, i no és culpa seva: un organitzador ho pot tornar a engegar',
  'said.taken-back': 'retirat',
  'said.hidden':
    'les paraules d’un compilador o d’un bot, que només veuen el seu participant i els propietaris del concurs',
};
