import type { said as english } from '../../../api/steps.ts';

export const said: Readonly<Record<keyof typeof english, string>> = {
  'said.received': '{file}, {bytes} bytes',
  'said.compiling': 'compilació iniciada',
  'said.compiled': 'compilat en {size} KiB',
  'said.compiled/tables':
    'compilat en {size} KiB; recorre {tables}, l’ordre dels quals depèn d’adreces o de hashes propis: pot jugar d’una altra manera que a la teva màquina',
  'said.compiled/module': 'ja és un mòdul',
  'said.compiled/program': 's’executa com un programa a part, dins de l’entorn aïllat complet',
  'said.compile/no-module': 'no és un mòdul de WebAssembly',
  'said.compile/name': 'el seu nom ha de començar amb una lletra, una xifra o _',
  'said.compile/language': 'el joc no té bots en aquest llenguatge',
  'said.compile/no-player': 'no registra cap bot: li falta RegisterPlayer(PLAYER_NAME) al final',
  'said.compile/no-sandbox':
    'aquest servidor no compila ni C++ ni Rust: no té cap entorn aïllat. Pregunta a l’organitzador, o lliura un bot en un altre llenguatge',
  'said.compile/again': 'un altre cop: {why}',
  'said.compile/broke': 'aquí no s’ha pogut compilar: {why}',
  'said.compile/large': 'el mòdul que en surt passa de {most} MiB',
  'said.compile/late': 'aquí no s’ha pogut compilar a temps, tres vegades: un organitzador el pot repetir',
  'said.compile/lost': 'no se n’ha sabut res més, del compilador',
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
  'said.again/organiser': 'un organitzador l’ha repetit',
  'said.again/rule':
    'l’organitzador ha canviat la regla: juga {matches} partides contra {rival} i n’ha de guanyar {wins}',
  'said.unplayable': 'aquí no s’han pogut jugar les seves partides, i no és culpa seva: un organitzador el pot repetir',
  'said.taken-back': 'retirat',
  'said.hidden':
    'les paraules d’un compilador o d’un bot, que només veuen el seu participant i els propietaris del concurs',
};
