/** Why a player stopped: the network, a kind it does not play, somebody ended it, broken data, or it was not allowed to. */
export type PlaybackFault = 'network' | 'unsupported' | 'aborted' | 'decode' | 'refused'

/** As a browser's player tells it: the codes of the standard, with its own words. */
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

/** What a player's error means; one without a known code is the network's. */
export const playbackFaultOf = (error: Pick<PlayerError, 'code'> | undefined): PlaybackFault =>
  faults[error?.code ?? 0] ?? 'network'

/** What browsers say of data that was there and made no sense to them, as against a file that was not there. */
const senselessData = /demux|decod|NS_ERROR_DOM_MEDIA|unsupported|not supported/i

/** Whether a video was found but cannot be played here; else it was not found, or did not come [MEDIA-17 MEDIA-18]. */
export function isUnplayable(error: PlayerError | undefined): boolean {
  if (error === undefined) return false
  const fault = playbackFaultOf(error)
  return fault === 'decode' || (fault === 'unsupported' && senselessData.test(error.message))
}

/** Whether asking once more may help: the pass to the files may have run out, which looks like a kind that is not played. */
export const mayPassLater = (fault: PlaybackFault): boolean => fault === 'network' || fault === 'unsupported'

/** How fast voice messages can be heard. */
export const playbackRates = [1, 1.5, 2] as const
export type PlaybackRate = (typeof playbackRates)[number]

/** The next faster one; after the fastest comes the first again. */
export const nextRate = (rate: PlaybackRate): PlaybackRate =>
  playbackRates[(playbackRates.indexOf(rate) + 1) % playbackRates.length] ?? 1

/** Reads a stored rate; 1 for anything that is none. */
export const readRate = (value: unknown): PlaybackRate => playbackRates.find((rate) => rate === value) ?? 1
