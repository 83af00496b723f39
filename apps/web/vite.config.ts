import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  // The server puts a fresh nonce in place of this word into every page it sends.
  html: { cspNonce: '%NONCE%' },
  build: {
    target: 'es2022',
    manifest: true,
    // Pages may not load data: fonts or inline scripts; small pictures stay files too, so that they can be cached.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    reportCompressedSize: false,
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/files', '/music', '/mix', '/share/', '/materials/', '/report', '/monitor', '/app.config.json'].map(
        (path) => [path, 'http://127.0.0.1:8080'],
      ),
    ),
  },
});
