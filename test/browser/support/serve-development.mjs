// Serves the app as `npm run dev` does, backend included, on a free port, and without watching files.
import { createServer } from 'vite'

const server = await createServer({
  cacheDir: '.cache/development',
  logLevel: 'error',
  server: { port: 0, hmr: false, watch: null },
})
await server.listen()
process.stdout.write(`Ready: http://127.0.0.1:${server.httpServer.address().port}\n`)
process.once('SIGTERM', () => server.close().then(() => process.exit(0)))
