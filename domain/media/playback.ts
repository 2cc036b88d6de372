/** Why a player stopped: network error, unsupported type, aborted, broken data, or not allowed to play. */
export type PlaybackFault = 'network' | 'unsupported' | 'aborted' | 'decode' | 'rejected'

/** A browser's media error: the standard's code, and the browser's message. */
export interface PlayerError {
  readonly code: number
  readonly message: string
}

const faults: Readonly<Record<number, PlaybackFault>> = {
  1: 'aborted',
  2: 'network',
  3: 'decode',
  4: 'unsupported',
}

/** Returns the fault of a media error. An unknown code counts as a network error. */
export const playbackFaultOf = (error: Pick<PlayerError, 'code'> | undefined): PlaybackFault =>
  faults[error?.code ?? 0] ?? 'network'

/** Browser messages about data that was received but cannot be parsed. */
const senselessData = /demux|decod|NS_ERROR_DOM_MEDIA|unsupported|not supported/i

/** Whether a video was found but cannot be played. Otherwise it was not found or did not load [MEDIA-17 MEDIA-18]. */
export function isUnplayable(error: PlayerError | undefined): boolean {
  if (error === undefined) return false
  const fault = playbackFaultOf(error)
  return fault === 'decode' || (fault === 'unsupported' && senselessData.test(error.message))
}

/** Whether one retry may help: an expired file token looks like an unsupported type. */
export const mayPassLater = (fault: PlaybackFault): boolean => fault === 'network' || fault === 'unsupported'

/** The playback rates of voice messages. */
export const playbackRates = [1, 1.5, 2] as const
export type PlaybackRate = (typeof playbackRates)[number]

/** Returns the next faster rate; the first one after the fastest. */
export const nextRate = (rate: PlaybackRate): PlaybackRate =>
  playbackRates[(playbackRates.indexOf(rate) + 1) % playbackRates.length] ?? 1

/** Parses a stored rate; 1 if it is invalid. */
export const readRate = (value: unknown): PlaybackRate => playbackRates.find((rate) => rate === value) ?? 1
