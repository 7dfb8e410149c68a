/** Runs the tests' S3 service as a program: `node s3-program.ts '{"port": …, "bucket": …}'`. */
import { type S3Credentials, startS3 } from '../s3.ts';

const options = JSON.parse(process.argv[2] ?? '{}') as S3Credentials & { bucket: string; port: number };
const { endpoint } = await startS3(options);
process.stdout.write(`S3 is at ${endpoint}\n`);
