import { describe, expect, it } from 'vitest'
import { settle } from '../simulated-clock.ts'
import { startSocket } from './socket-harness.ts'

describe('a device that slept', () => {
  it('checks the connection immediately and replaces a dead one within 5 s of waking (DEC-112)', async () => {
    const { clock, logIn, socket, state } = startSocket()
    await logIn()
    await clock.advance(1000)
    await clock.sleepFor(3_600_000)
    await settle()
    expect(socket.last().sentOf('HeartBeat')).toHaveLength(1)
    expect(state()).toBe('connected')
    await clock.advance(3000)
    expect(socket.connections).toHaveLength(2)
  })

  it('keeps a connection that answers the check', async () => {
    const { clock, logIn, socket, state } = startSocket()
    await logIn()
    await clock.sleepFor(3_600_000)
    await settle()
    socket.last().receive({ Cmd: 'HeartBeat', Time: clock.now() })
    await clock.advance(4000)
    expect([socket.connections.length, state()]).toEqual([1, 'connected'])
  })

  it('is detected when only the wall clock shows it', async () => {
    const { clock, logIn, socket } = startSocket()
    await logIn()
    clock.turnWallClock(3_600_000)
    await clock.advance(1000)
    expect(socket.last().sentOf('HeartBeat')).toHaveLength(1)
    await clock.advance(3000)
    expect(socket.connections).toHaveLength(2)
  })

  it('does not wait for the hello of a connection from before', async () => {
    const { clock, socket } = startSocket()
    socket.last().open()
    clock.turnWallClock(3_600_000)
    await clock.advance(1000)
    expect(socket.connections).toHaveLength(2)
    expect(socket.connections[0]?.isClosedByClient).toBe(true)
  })

  it('does not sit out a wait from before (DEC-112)', async () => {
    const { clock, socket } = startSocket()
    socket.last().drop()
    await clock.advance(1000)
    clock.turnWallClock(3_600_000)
    await clock.advance(1000)
    expect(socket.connections).toHaveLength(2)
  })

  it('is not suspected after a tick of up to 5 s too late', async () => {
    const { clock, logIn, socket } = startSocket()
    await logIn()
    await clock.sleepFor(6000)
    await clock.advance(1000)
    expect(socket.last().sentOf('HeartBeat')).toHaveLength(0)
  })
})
