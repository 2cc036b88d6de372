import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../../scripts/local-services.mjs'
import { untilExited } from '../../browser/support/server.ts'
import { endWithBench } from '../running/ending.ts'

/** An XMPP server on this machine that archives each message for both people. */
export interface XmppServer {
  readonly port: number
  dispose(): Promise<void>
}

/** The time until a server accepts connections at the latest, ms; ejabberd takes half a minute on a busy machine. */
const startLimit = 120_000
/** The ports that the servers listen on. */
const ports = { prosody: 15_222, ejabberd: 15_223 }

const programs = { prosody: '/usr/bin/prosody', ejabberd: '/usr/lib/x86_64-linux-gnu/ejabberd-23.01-1' }

/** Whether Debian's package is installed. */
export const isInstalled = (name: keyof typeof programs): boolean => existsSync(programs[name])

/** The archive of Prosody: files without syncs, or SQLite, which syncs each message. */
export async function startProsody(archive: 'internal' | 'sql'): Promise<XmppServer> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-prosody-'))
  const config = join(folder, 'prosody.cfg.lua')
  writeFileSync(
    config,
    `run_as_root = true
daemonize = false
pidfile = "${folder}/pid"
data_path = "${folder}"
network_backend = "epoll"
interfaces = { "127.0.0.1" }
c2s_ports = { ${ports.prosody} }
s2s_ports = {}
modules_enabled = { "saslauth", "roster", "register", "mam", "presence", "message", "iq", "c2s" }
modules_disabled = { "s2s", "limits" }
allow_registration = true
c2s_require_encryption = false
allow_unencrypted_plain_auth = true
authentication = "internal_plain"
storage = { archive = "${archive}"; default = "internal" }
sql = { driver = "SQLite3", database = "${folder}/archive.sqlite" }
archive_expires_after = "never"
default_archive_policy = true
log = { { levels = { min = "error" }, to = "console" } }
VirtualHost "localhost"
`,
  )
  const child = spawn(programs.prosody, ['-F', '--config', config], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return untilListening(child, ports.prosody, async () => rmSync(folder, { recursive: true, force: true }))
}

/** Starts ejabberd with its archive in PostgreSQL. `isSynced`: whether a commit waits until the disk has it. */
export async function startEjabberd(isSynced: boolean): Promise<XmppServer> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-ejabberd-'))
  const postgres = await startPostgres({
    synchronous_commit: isSynced ? 'on' : 'off',
    // ejabberd connects by TCP only.
    ...{ listen_addresses: '127.0.0.1', port: String(ports.ejabberd + 10) },
  })
  const schema = ['-q', postgres.url, '-f', '/usr/share/ejabberd/sql/pg.sql']
  const created = spawnSync('psql', schema, {
    encoding: 'utf8',
    env: { ...process.env, PGPORT: String(ports.ejabberd + 10) },
  })
  if (created.status !== 0) throw new Error(`The schema of ejabberd was not created: ${created.stderr}`)
  const config = join(folder, 'ejabberd.yml')
  mkdirSync(join(folder, 'mnesia'))
  writeFileSync(
    config,
    `hosts: [localhost]
loglevel: error
listen:
  # By default five connections may wait to be accepted. The system resets some of 64 that come together.
  - {port: ${ports.ejabberd}, ip: "127.0.0.1", module: ejabberd_c2s, shaper: none, backlog: 128}
auth_method: sql
default_db: sql
sql_type: pgsql
sql_server: "127.0.0.1"
sql_port: ${ports.ejabberd + 10}
sql_username: chat
sql_password: ""
sql_database: postgres
sql_pool_size: 10
registration_timeout: infinity
disable_sasl_mechanisms: []
access_rules: {register: {allow: all}}
modules:
  mod_register: {ip_access: all, access: register}
  mod_roster: {}
  mod_mam: {assume_mam_usage: true, default: always, db_type: sql}
`,
  )
  const child = spawn(
    'erl',
    [
      ...['-noinput', '-mnesia', 'dir', JSON.stringify(join(folder, 'mnesia'))],
      ...['-ejabberd', 'log_path', JSON.stringify(join(folder, 'log')), '-s', 'ejabberd'],
    ],
    {
      stdio: 'ignore',
      env: {
        ...process.env,
        EJABBERD_CONFIG_PATH: config,
        ERL_LIBS: '/usr/lib/x86_64-linux-gnu',
        HOME: folder,
      },
    },
  )
  return untilListening(child, ports.ejabberd, async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  })
}

async function untilListening(
  child: ChildProcess,
  port: number,
  clean: () => Promise<void>,
): Promise<XmppServer> {
  const dispose = endWithBench(async () => {
    child.kill('SIGKILL')
    await untilExited(child)
    await clean()
  })
  for (const start = performance.now(); !(await isListening(port)); ) {
    if (child.exitCode !== null) throw new Error('an XMPP server ended before it was ready')
    if (performance.now() - start > startLimit) throw new Error('an XMPP server did not start in time')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  return { port, dispose }
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = connect(port, '127.0.0.1')
    const end = (result: boolean) => () => {
      probe.destroy()
      resolve(result)
    }
    probe.once('connect', end(true))
    probe.once('error', end(false))
  })
