import { describe, expect, it } from 'vitest'
import { readClientId } from '#src/app/browser-client.ts'
import { createSeededNumbers } from '#test/unit/seeded-numbers.ts'

function createStorage() {
  const values = new Map<string, string>()
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  }
}

describe('the client id', () => {
  it('has 12 characters, is generated when absent and reused afterwards [BOOT-28]', () => {
    const storage = createStorage()
    const first = readClientId(() => storage, createSeededNumbers(1))
    expect(first).toMatch(/^[\da-zA-Z]{12}$/)
    expect([...storage.values.values()]).toEqual([first])
    expect(readClientId(() => storage, createSeededNumbers(2))).toBe(first)
    expect(readClientId(createStorage, createSeededNumbers(2))).not.toBe(first)
  })

  it('is replaced if the stored one is cut off', () => {
    const storage = createStorage()
    storage.setItem('chat-client-id', 'short')
    expect(readClientId(() => storage, createSeededNumbers(1))).toHaveLength(12)
    expect([...storage.values.values()][0]).toHaveLength(12)
  })

  it('is new on each page where the browser forbids storage', () => {
    const forbidden = () => {
      throw new Error('forbidden')
    }
    expect(readClientId(forbidden, createSeededNumbers(1))).toHaveLength(12)
  })
})
