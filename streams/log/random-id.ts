import { randomText } from '../clock/random-text.ts'
import type { Random } from '../ports.ts'

/** Of an id that is ours to make, characters: 119 bits. */
const idLength = 20

/** An id as messages, events and files have it [MSG-40]. */
export const randomId = (random: Random): string => randomText(random, idLength)
