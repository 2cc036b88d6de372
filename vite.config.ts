import { lingui } from '@lingui/vite-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react(), lingui()],
  build: { outDir: 'dist/app', target: 'es2022', sourcemap: false },
})
