import { MARK_KINDS, type MarkKind } from '../view/view.ts';
import { seenAt } from './director.ts';
import type { Viewer } from './state.ts';

/** The sound of a mark, or of the end of a match. */
export interface Sound {
  readonly voice: MarkKind | 'end';
  readonly seat: number;
}

/** Maximum number of sounds that start at the same time. */
const MAX_AT_ONCE = 3;

/** The sounds of the marks after one position (in rounds) up to another, rarest first. */
export function soundsBetween({ analysis }: Viewer, after: number, upTo: number): Sound[] {
  const all = new Map<string, Sound>();
  for (const mark of analysis.value?.marks ?? []) {
    const at = seenAt(mark);
    if (at > after && at <= upTo) all.set(`${mark.kind} ${mark.seat}`, { voice: mark.kind, seat: mark.seat });
  }
  const order = (sound: Sound) => MARK_KINDS.indexOf(sound.voice as MarkKind);
  return [...all.values()].sort((one, other) => order(other) - order(one)).slice(0, MAX_AT_ONCE);
}

/**
 * Plays the sounds of playback. Call this function after each step of playback.
 *
 * The analysis of a match in progress is slightly behind the shown round, so the sounds wait for the analysis.
 */
export function createListener(viewer: Viewer, make: () => Speaker = createSpeaker): { hear(): void; close(): void } {
  let speaker: Speaker | undefined;
  let heard = 0;
  let wasPlaying = false;
  return {
    hear() {
      const { position } = viewer;
      const playing = viewer.playing.value;
      const known = Math.min(position, (viewer.analysis.value?.done ?? 1) - 1);
      // After a jump, skipped sounds aren't played.
      if (!wasPlaying || position < heard) heard = position;
      if (viewer.sound.value && (playing || wasPlaying) && known > heard) {
        speaker ??= make();
        for (const sound of soundsBetween(viewer, heard, known)) speaker.say(sound);
        if (!playing && position >= viewer.last.value) speaker.say({ voice: 'end', seat: -1 });
      }
      heard = Math.max(heard, known);
      wasPlaying = playing;
    },
    close: () => speaker?.close(),
  };
}

export interface Speaker {
  say(sound: Sound): void;
  close(): void;
}

const LOUDNESS = 0.4;
/** Semitones by seat, so that a player can be recognised by ear. */
const STEPS = [0, 3, -2, 5];
const NOISE_SECONDS = 0.6;

/** Generates each sound from waves and noise, without recordings. */
function createSpeaker(): Speaker {
  const context = new AudioContext();
  const out = context.createDynamicsCompressor();
  const master = context.createGain();
  master.gain.value = LOUDNESS;
  master.connect(out).connect(context.destination);
  let noise: AudioBuffer | undefined;

  /** A gain that rises immediately and fades to zero. */
  function fading(start: number, seconds: number, loud: number): GainNode {
    const gain = context.createGain();
    gain.gain.setValueAtTime(0.0001, start);
    gain.gain.exponentialRampToValueAtTime(loud, start + 0.008);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
    gain.connect(master);
    return gain;
  }

  function tone(type: OscillatorType, from: number, to: number, after: number, seconds: number, loud: number): void {
    const start = context.currentTime + after;
    const wave = context.createOscillator();
    wave.type = type;
    wave.frequency.setValueAtTime(from, start);
    wave.frequency.exponentialRampToValueAtTime(to, start + seconds);
    wave.connect(fading(start, seconds, loud));
    wave.start(start);
    wave.stop(start + seconds);
  }

  function burst(from: number, to: number, seconds: number, loud: number): void {
    if (noise === undefined) {
      noise = context.createBuffer(1, NOISE_SECONDS * context.sampleRate, context.sampleRate);
      const samples = noise.getChannelData(0);
      for (let n = 0; n < samples.length; n++) samples[n] = 2 * Math.random() - 1;
    }
    const start = context.currentTime;
    const source = context.createBufferSource();
    source.buffer = noise;
    const filter = context.createBiquadFilter();
    filter.type = 'lowpass';
    filter.frequency.setValueAtTime(from, start);
    filter.frequency.exponentialRampToValueAtTime(to, start + seconds);
    source.connect(filter).connect(fading(start, seconds, loud));
    source.start(start);
    source.stop(start + seconds);
  }

  return {
    say({ voice, seat }) {
      // Browsers start audio only after the user has interacted with the page.
      if (context.state === 'suspended') void context.resume();
      const pitch = 2 ** ((STEPS[seat % STEPS.length] ?? 0) / 12);
      if (voice === 'death') {
        burst(1400 * pitch, 90, 0.5, 0.8);
        tone('sine', 150 * pitch, 36, 0, 0.4, 0.9);
      } else if (voice === 'kill') tone('sawtooth', 880 * pitch, 160 * pitch, 0, 0.16, 0.16);
      else if (voice === 'freeze')
        for (const [n, hertz] of [1245, 1568, 1865].entries())
          tone('sine', hertz * pitch, hertz * pitch * 0.98, 0.06 * n, 0.7, 0.14);
      else {
        const chord = voice === 'end' ? [262, 330, 392, 523] : [392, 494, 587];
        for (const [n, hertz] of chord.entries())
          tone('triangle', hertz * pitch, hertz * pitch, 0.09 * n, voice === 'end' ? 1.2 : 0.4, 0.25);
      }
    },
    close: () => void context.close(),
  };
}
