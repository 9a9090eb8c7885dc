/*
 * Serves the rules judge as a Worker. The token is a secret, and comes with each request.
 */
import { rulesJudge } from 'judgement';
import { bearer, type JudgeHandler, judgeHandler } from 'judgement/http';

interface Environment {
  readonly TOKEN: string;
}

let handler: JudgeHandler | undefined;

export default {
  fetch(request: Request, { TOKEN }: Environment): Promise<Response> {
    // Made once, as it counts how many requests are worked on; without a token nothing is answered.
    handler ??= judgeHandler(rulesJudge(), { authorize: bearer(TOKEN) });
    return handler(request);
  },
};
