import type { said as english } from '../../../api/steps.ts';

export const said: Readonly<Record<keyof typeof english, string>> = {
  'said.received': '{file}, {bytes} bytes',
  'said.compiling': 'compilación iniciada',
  'said.compiled': 'compilada en {size} KiB',
  'said.compiled/tables':
    'compilada en {size} KiB; recorre {tables}, cuyo orden depende de direcciones o de hashes propios: puede jugar de otra manera que en tu máquina',
  'said.compiled/module': 'ya es un módulo',
  'said.compiled/program': 'se ejecuta como un programa aparte, en el entorno aislado completo',
  'said.compile/no-module': 'no es un módulo de WebAssembly',
  'said.compile/name': 'su nombre tiene que empezar con una letra, una cifra o _',
  'said.compile/language': 'el juego no tiene bots en este lenguaje',
  'said.compile/no-player': 'no registra ningún bot: le falta RegisterPlayer(PLAYER_NAME) al final',
  'said.compile/no-sandbox':
    'este servidor no compila ni C++ ni Rust: no tiene ningún entorno aislado. Pregunta al organizador, o entrega un bot en otro lenguaje',
  'said.compile/again': 'otra vez: {why}',
  'said.compile/broke': 'aquí no se ha podido compilar: {why}',
  'said.compile/large': 'el módulo que sale pasa de {most} MiB',
  'said.compile/late': 'aquí no se ha podido compilar a tiempo, tres veces: un organizador puede repetirla',
  'said.compile/lost': 'no se ha sabido nada más del compilador',
  'said.check/quarantined': 'estos bytes no pueden jugar: {why}',
  'said.check/failed': 'en la comprobación, ronda {round} del tablero {board}: {sentence}',
  'said.check/passed': 'ha jugado {rounds} rondas en el tablero {board}',
  'said.qualify/rule': 'partidas contra {rival}: {matches}, de las que tiene que ganar {wins}',
  'said.qualify/won': 'ganada: ha hecho {own} contra {others} en el tablero {board}',
  'said.qualify/not-won': 'no ganada: ha hecho {own} contra {others} en el tablero {board}',
  'said.qualify/failed': 'ha fallado en la ronda {round} del tablero {board}: {sentence}',
  'said.qualify/why': 'por qué, en el tablero {board}: {why}',
  'said.qualify/too-few': 'partidas ganadas: {ahead} de {matches}; hacen falta {wins}',
  'said.qualify/through': 'partidas ganadas: {ahead} de {matches}; hacían falta {wins}',
  'said.again/gone': 'otra vez: sus partidas ya no estaban',
  'said.again/match': 'otra vez: una partida no se ha podido jugar',
  'said.again/organiser': 'un organizador la ha repetido',
  'said.again/rule':
    'el organizador ha cambiado la regla: juega {matches} partidas contra {rival} y tiene que ganar {wins}',
  'said.unplayable': 'aquí no se han podido jugar sus partidas, y no es culpa suya: un organizador puede repetirla',
  'said.taken-back': 'retirada',
  'said.hidden':
    'las palabras de un compilador o de un bot, que solo ven su participante y los propietarios del concurso',
};
