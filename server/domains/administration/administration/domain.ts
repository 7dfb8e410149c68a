import { defineDomain } from '../../define.ts';
import { administrationContract } from './contract.ts';
import { administrationMails } from './mails.ts';
import { administrationRoutes } from './routes.ts';

export const administration = defineDomain({
  name: 'administration',
  contract: administrationContract,
  routes: administrationRoutes,
  mails: administrationMails,
});
