import { assign, fromCallback, setup } from 'xstate'
import { mayPassLater, type PlaybackFault, type PlaybackRate } from '#domain/media/playback.ts'
import type { PlayingSound, SoundPlayer, SoundProgress } from './sound-player.ts'

/** A sound of a conversation. */
export interface Sound {
  /** The key of its message. */
  readonly key: string
  /** The duration in the message, s. */
  readonly seconds: number
}

export interface PlaybackServices {
  readonly player: SoundPlayer
  /**
   * Returns the address to play a sound from; undefined if there is none. `isRetry` is true after the first address
   * failed.
   */
  readonly locate: (key: string, isRetry: boolean) => Promise<string | undefined>
  /** Returns the sound to play after the one with this key. */
  readonly nextOf: (key: string) => Sound | undefined
}

interface PlaybackInput {
  readonly rate: PlaybackRate
}

interface PlaybackContext extends PlaybackInput {
  readonly sound: Sound | undefined
  readonly playing: PlayingSound | undefined
  readonly progress: SoundProgress
  readonly isRetry: boolean
  /** The stop positions of other sounds, s, by message key. */
  readonly left: ReadonlyMap<string, number>
  readonly expired: ReadonlySet<string>
  /** Sounds that failed to load at the last attempt. */
  readonly failed: ReadonlySet<string>
}

export type PlaybackSignal =
  /** Plays the sound, or pauses it at its position. */
  | { readonly type: 'sound.toggled'; readonly sound: Sound }
  | { readonly type: 'sound.sought'; readonly key: string; readonly position: number }
  | { readonly type: 'rate.chosen'; readonly rate: PlaybackRate }
  /** The message of the sound was removed. */
  | { readonly type: 'sound.gone'; readonly key: string }
  | { readonly type: 'player.began'; readonly playing: PlayingSound }
  | { readonly type: 'player.playing' }
  | { readonly type: 'player.waiting' }
  | { readonly type: 'player.progressed'; readonly progress: SoundProgress }
  | { readonly type: 'player.paused' }
  | { readonly type: 'player.ended' }
  | { readonly type: 'player.failed'; readonly fault: PlaybackFault }

/**
 * Returns the text key of a fault: broken data counts as expired, anything else as not playable [MEDIA-14 MEDIA-15
 * MEDIA-16].
 */
const faultKey = (fault: PlaybackFault): string =>
  fault === 'decode' ? 'audio.expired' : 'audio.play-failed'

/**
 * The sounds of one conversation; at most one of them plays [MEDIA-11 MEDIA-12]. The context also has the sounds that are
 * expired or failed.
 *
 *                toggled: this, another          playing
 *   idle ──────────────────► active: loading ───────────► playing
 *    ▲                        ▲   │      ▲ ◄── waiting ──┘
 *    │                        │   │
 *    │                        └───┤ toggled: another · ended, and there is a next · failed once for the network
 *    └────────────────────────────┘ toggled: this · paused · ended · failed · its message is gone
 *
 * Leaving `active` stops the player, so that no fault of the stop is reported (DEC-87).
 */
export const createPlaybackMachine = ({ player, locate, nextOf }: PlaybackServices) =>
  setup({
    types: {
      context: {} as PlaybackContext,
      events: {} as PlaybackSignal,
      input: {} as PlaybackInput,
    },
    actors: {
      play: fromCallback<PlaybackSignal, PlaybackContext>(({ input, sendBack }) => {
        let playing: PlayingSound | undefined
        let isOver = false
        const fail = (fault: PlaybackFault) => sendBack({ type: 'player.failed', fault })
        const begin = (source: string | undefined) => {
          if (isOver) return
          if (source === undefined) return fail('network')
          const { position } = input.progress
          playing = player.play(
            source,
            { position, rate: input.rate },
            {
              onPlaying: () => sendBack({ type: 'player.playing' }),
              onWaiting: () => sendBack({ type: 'player.waiting' }),
              onProgress: (progress) => sendBack({ type: 'player.progressed', progress }),
              onPaused: () => sendBack({ type: 'player.paused' }),
              onEnded: () => sendBack({ type: 'player.ended' }),
              onFailed: fail,
            },
          )
          sendBack({ type: 'player.began', playing })
        }
        if (input.sound) locate(input.sound.key, input.isRetry).then(begin, () => isOver || fail('network'))
        return () => {
          isOver = true
          playing?.end()
        }
      }),
    },
    actions: {
      take: assign(({ context }, { sound }: { sound: Sound | undefined }) => ({
        sound,
        failed: new Set([...context.failed].filter((key) => key !== sound?.key)),
        isRetry: false,
        progress: { position: context.left.get(sound?.key ?? '') ?? 0, length: sound?.seconds ?? 0 },
        left: without(context.left, sound?.key),
      })),
      /** Stores the position of a paused sound. */
      leave: assign(({ context: { sound, progress, left } }) => ({
        sound: undefined,
        playing: undefined,
        left: sound ? new Map(left).set(sound.key, progress.position) : left,
      })),
      forget: assign({ sound: undefined, playing: undefined }),
      hold: assign((_, { playing }: { playing: PlayingSound }) => ({ playing })),
      measure: assign(({ context }, { progress }: { progress: SoundProgress }) => ({
        progress: { position: progress.position, length: progress.length || context.progress.length },
      })),
      seek: ({ context }, { position }: { position: number }) => context.playing?.seek(position),
      standAt: assign(({ context }, { position }: { position: number }) => ({
        progress: { ...context.progress, position },
      })),
      seekLater: assign(({ context }, { key, position }: { key: string; position: number }) => ({
        left: new Map(context.left).set(key, position),
      })),
      setRate: ({ context }, { rate }: { rate: PlaybackRate }) => context.playing?.setRate(rate),
      rememberRate: assign((_, { rate }: { rate: PlaybackRate }) => ({ rate })),
      retry: assign({ isRetry: true, playing: undefined }),
      expire: assign(({ context: { expired, sound } }) => ({
        expired: sound ? new Set(expired).add(sound.key) : expired,
      })),
      /** A browser that blocks playback says nothing about the file, so that the sound does not count as failed. */
      fail: assign(({ context: { failed, sound } }, { fault }: { fault: PlaybackFault }) => ({
        failed: sound && fault !== 'rejected' ? new Set(failed).add(sound.key) : failed,
      })),
      /** Provided by the view. */
      notify: (_, _notice: { key: string }) => undefined,
    },
    guards: {
      isThis: ({ context }, { key }: { key: string }) => context.sound?.key === key,
      hasNext: ({ context }) => nextSound(nextOf, context) !== undefined,
      isExpired: ({ context }, { key }: { key: string }) => context.expired.has(key),
      mayPass: ({ context }, { fault }: { fault: PlaybackFault }) => !context.isRetry && mayPassLater(fault),
      isDamage: (_, { fault }: { fault: PlaybackFault }) => fault === 'decode',
    },
  }).createMachine({
    id: 'playback',
    context: ({ input }) => ({
      ...input,
      sound: undefined,
      playing: undefined,
      progress: { position: 0, length: 0 },
      isRetry: false,
      left: new Map(),
      expired: new Set(),
      failed: new Set(),
    }),
    on: {
      'rate.chosen': {
        actions: [
          { type: 'setRate', params: ({ event: { rate } }) => ({ rate }) },
          { type: 'rememberRate', params: ({ event: { rate } }) => ({ rate }) },
        ],
      },
      'sound.sought': {
        actions: { type: 'seekLater', params: ({ event: { key, position } }) => ({ key, position }) },
      },
    },
    initial: 'idle',
    states: {
      idle: {
        on: {
          'sound.toggled': [
            {
              guard: { type: 'isExpired', params: ({ event }) => event.sound },
              actions: { type: 'notify', params: { key: 'audio.expired' } },
            },
            { target: 'active', actions: { type: 'take', params: ({ event }) => ({ sound: event.sound }) } },
          ],
        },
      },
      active: {
        invoke: { src: 'play', input: ({ context }) => context },
        initial: 'loading',
        on: {
          'player.began': {
            actions: { type: 'hold', params: ({ event }) => ({ playing: event.playing }) },
          },
          'player.progressed': {
            actions: { type: 'measure', params: ({ event }) => ({ progress: event.progress }) },
          },
          'player.paused': { target: 'idle', actions: 'leave' },
          'player.ended': [
            {
              guard: 'hasNext',
              target: 'active',
              reenter: true,
              actions: { type: 'take', params: ({ context }) => ({ sound: nextSound(nextOf, context) }) },
            },
            { target: 'idle', actions: 'forget' },
          ],
          'player.failed': [
            {
              guard: { type: 'mayPass', params: ({ event }) => event },
              target: 'active',
              reenter: true,
              actions: 'retry',
            },
            {
              guard: { type: 'isDamage', params: ({ event }) => event },
              target: 'idle',
              actions: ['expire', 'forget', { type: 'notify', params: { key: faultKey('decode') } }],
            },
            {
              target: 'idle',
              actions: [
                { type: 'fail', params: ({ event }) => event },
                'leave',
                { type: 'notify', params: ({ event }) => ({ key: faultKey(event.fault) }) },
              ],
            },
          ],
          'sound.gone': {
            guard: { type: 'isThis', params: ({ event }) => event },
            target: 'idle',
            actions: 'forget',
          },
          'sound.sought': {
            guard: { type: 'isThis', params: ({ event }) => event },
            actions: [
              { type: 'seek', params: ({ event: { position } }) => ({ position }) },
              { type: 'standAt', params: ({ event: { position } }) => ({ position }) },
            ],
          },
          'sound.toggled': [
            {
              guard: { type: 'isThis', params: ({ event }) => event.sound },
              target: 'idle',
              actions: 'leave',
            },
            {
              guard: { type: 'isExpired', params: ({ event }) => event.sound },
              actions: { type: 'notify', params: { key: 'audio.expired' } },
            },
            {
              target: 'active',
              reenter: true,
              actions: ['leave', { type: 'take', params: ({ event }) => ({ sound: event.sound }) }],
            },
          ],
        },
        states: {
          loading: { on: { 'player.playing': 'playing' } },
          playing: { on: { 'player.waiting': 'loading' } },
        },
      },
    },
  })

const without = <Value>(
  map: ReadonlyMap<string, Value>,
  key: string | undefined,
): ReadonlyMap<string, Value> => new Map([...map].filter(([each]) => each !== key))

/** Returns the sound to play next; expired ones are skipped. */
function nextSound(
  nextOf: PlaybackServices['nextOf'],
  { sound, expired }: PlaybackContext,
): Sound | undefined {
  let next = sound && nextOf(sound.key)
  while (next && expired.has(next.key)) next = nextOf(next.key)
  return next
}
