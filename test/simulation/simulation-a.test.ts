import { playSeeds, range } from './play-seeds.ts'

playSeeds(
  'through every fault clients and server end equal, in order, nothing lost or doubled [LIFE-18 LIFE-20 LIFE-23]',
  range(1, 100),
)
