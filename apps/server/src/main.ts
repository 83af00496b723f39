import { runProduct } from '#product.ts';

await runProduct({ env: process.env, args: process.argv.slice(2) });
