import type { SeededRandom } from './seeded-random.ts'

/**
 * Deals the items again and again in ever new orders. What lay in one half of an order stays in that half, so that
 * an item comes back no sooner than half a deck later.
 */
export function createThreadDeck<Item>(items: readonly Item[], random: SeededRandom): () => Item {
  let order = random.shuffle(items)
  let next = 0
  return () => {
    if (next === order.length) {
      const middle = Math.ceil(order.length / 2)
      order = [...random.shuffle(order.slice(0, middle)), ...random.shuffle(order.slice(middle))]
      next = 0
    }
    const item = order[next]
    if (item === undefined) throw new Error('There is nothing to deal')
    next += 1
    return item
  }
}
