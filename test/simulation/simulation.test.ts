import { playSeeds, range } from './play-seeds.ts'

playSeeds(
  'clients and server agree after every fault, in order, with nothing lost or doubled [LIFE-18 LIFE-20 LIFE-23]',
  range(5, 29),
)
