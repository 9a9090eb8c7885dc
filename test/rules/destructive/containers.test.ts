import { expect, test } from 'vitest';
import { CONTAINER_RULES } from '../../../src/rules/destructive/containers.js';
import { KUBERNETES_RULES } from '../../../src/rules/destructive/kubernetes.js';
import { type CommandRow, checkCommands, hitsIn } from './command-rows.js';

const DOCKER: readonly CommandRow[] = [
  ['a volume', 'containers.remove', 'docker volume rm pgdata'],
  ['a volume on another host', 'containers.remove', 'docker -H tcp://h:2375 volume rm -f data'],
  ['a volume, as root', 'containers.remove', 'sudo -E docker volume rm data'],
  ['all volumes', 'containers.remove', 'docker volume ls -q | xargs docker volume rm'],
  ['unused volumes', 'containers.remove', 'docker volume prune -f'],
  ['everything unused', 'containers.remove', 'docker system prune -a --volumes -f'],
  ['everything unused, as a cluster', 'containers.remove', 'docker system prune -af'],
  ['what hangs around', undefined, 'docker system prune -f'],
  ['an option turned off', undefined, 'docker system prune -f --volumes=false'],
  ['images', undefined, 'docker image prune -af'],
  ['a cache', undefined, 'docker builder prune -af'],
  ['stopped containers', undefined, 'docker container prune -f'],
  ['all containers', 'containers.remove', 'docker rm -f $(docker ps -aq)'],
  ['all containers by xargs', 'containers.remove', 'docker ps -aq | xargs -r sudo docker rm -f'],
  ['a column', 'containers.remove', "docker ps -a | awk '{print $1}' | xargs docker rm"],
  ['in full', 'containers.remove', 'docker container rm -f $(docker container ls --all --quiet)'],
  ['one container', undefined, 'docker rm -f web'],
  ['an unknown container', undefined, 'docker rm -f "$CONTAINER"'],
  ['filtered containers', undefined, 'docker rm $(docker ps -aqf status=exited)'],
  ['picked containers', undefined, "docker ps -a | grep web | awk '{print $1}' | xargs docker rm"],
  ['the last container', undefined, 'docker rm $(docker ps -lq)'],
  ['all containers stopped', undefined, 'docker stop $(docker ps -q)'],
  ['images of all kinds', undefined, 'docker rmi -f $(docker images -q)'],
  ['a name', undefined, 'docker volume create rm'],
  ['help', undefined, 'docker volume rm --help'],
  ['text in a container', undefined, 'docker run --rm alpine echo volume rm x'],
  ['a container of its own', undefined, 'docker run --rm -v data:/x alpine ls'],
  ['a stack', 'containers.remove', 'docker stack rm app'],
  ['a swarm', 'containers.remove', 'docker swarm leave --force'],
  ['every container of Podman', 'containers.remove', 'podman rm -fa'],
  ['all of Podman', 'containers.remove', 'podman system reset -f'],
  ["a project's volumes", 'containers.remove', 'docker compose -f a.yml -p x down -v'],
  ['in words', 'containers.remove', 'docker compose down --volumes --remove-orphans'],
  ['the old name', 'containers.remove', 'docker-compose down -v'],
  ['a project', undefined, 'docker compose down'],
  ['a project and its images', undefined, 'docker compose down --rmi all'],
  ['a dry run', undefined, 'docker compose --dry-run down -v'],
];

const MOUNTS: readonly CommandRow[] = [
  ['the root', 'files.remove', 'docker run --rm -v /:/host alpine rm -rf /host/home'],
  ['a system tree', 'files.remove', 'docker run -v /etc:/mnt/etc alpine rm -rf /mnt/etc/ssl'],
  [
    'another option',
    'files.remove',
    'podman run --volume=/:/host/root alpine rm -rf /host/root/usr',
  ],
  [
    'in fields',
    'files.remove',
    'docker run --mount type=bind,src=/,dst=/a/b alpine rm -rf /a/b/var',
  ],
  ['a shell', 'files.remove', "docker run -v /:/h alpine sh -c 'cd / && rm -rf /h/home/me'"],
  ['a search', 'files.find_delete', 'docker run -v /home:/a/b alpine find /a/b/me -delete'],
  ['a directory to start in', 'files.remove', 'docker run -v /:/h -w /h/etc alpine rm -rf ssl'],
  ['the workspace', 'files.remove', 'docker run -v "$PWD":/a/b alpine rm -rf /a/b'],
  ['a part of the workspace', undefined, 'docker run -v "$PWD":/app node rm -rf /app/dist'],
  ['for reading', undefined, 'docker run -v /etc:/mnt/etc:ro alpine rm -rf /mnt/etc/ssl'],
  ['a volume with a name', undefined, 'docker run -v data:/mnt/data alpine rm -rf /mnt/data/tmp'],
  ['a place of its own', undefined, 'docker run -v /etc:/mnt/etc alpine rm -rf /srv/cache/x'],
  ['a listing', undefined, 'docker run -v /:/host alpine ls /host/etc'],
];

const MACHINES: readonly CommandRow[] = [
  ['Vagrant', 'machines.remove', 'vagrant destroy -f'],
  ['Vagrant, stopped', undefined, 'vagrant halt'],
  ['libvirt, with disks', 'machines.remove', 'virsh undefine vm --remove-all-storage'],
  ['libvirt, switched off', undefined, 'virsh destroy vm'],
  ['LXD', 'machines.remove', 'lxc delete -f web'],
  ['Multipass, for good', 'machines.remove', 'multipass delete --purge web'],
  ['Multipass, to be recovered', undefined, 'multipass delete web'],
];

const KUBERNETES: readonly CommandRow[] = [
  ['a namespace', 'kubernetes.delete', 'kubectl delete namespace prod'],
  ['with a slash', 'kubernetes.delete', 'kubectl delete ns/prod --wait=false'],
  ['options in front', 'kubernetes.delete', 'kubectl --context prod -n x delete deployment web'],
  ['everything', 'kubernetes.delete', 'kubectl -n prod delete all --all'],
  ['claims', 'kubernetes.delete', 'kubectl delete pvc --all'],
  ['kinds with a selector', 'kubernetes.delete', 'kubectl delete deploy,svc -l app=web'],
  ['a group behind the kind', 'kubernetes.delete', 'kubectl delete statefulsets.apps db'],
  ['manifests', 'kubernetes.delete', 'kubectl delete -f k8s/'],
  ['manifests on the input', 'kubernetes.delete', 'cat x.yml | kubectl delete -f -'],
  ['an overlay', 'kubernetes.delete', 'kubectl delete -k overlays/prod'],
  ['all pods', 'kubernetes.delete', 'kubectl delete --all pods'],
  ['an unknown namespace', 'kubernetes.delete', 'kubectl delete ns "$N"'],
  ['listed namespaces', 'kubernetes.delete', 'kubectl get ns -o name | xargs kubectl delete'],
  ['OpenShift', 'kubernetes.delete', 'oc delete project x'],
  ['a bundled client', 'kubernetes.delete', 'minikube kubectl -- delete ns prod'],
  ['no dry run', 'kubernetes.delete', 'kubectl delete ns prod --dry-run=none'],
  ['a dry run', undefined, 'kubectl delete ns prod --dry-run=client'],
  ['a dry run there', undefined, 'kubectl delete ns prod --dry-run=server -o yaml'],
  ['pods', undefined, 'kubectl delete pod web-0 web-1 --grace-period 0 --force'],
  ['pods by label', undefined, 'kubectl delete pod -l app=web'],
  [
    'pods that have failed',
    undefined,
    'kubectl delete pods -A --field-selector status.phase=Failed',
  ],
  ['listed pods', undefined, 'kubectl get pods -o name | xargs kubectl delete'],
  ['a job', undefined, 'kubectl delete job migrate'],
  ['an unknown kind', undefined, 'kubectl delete "$RESOURCE"'],
  ['a name', undefined, 'kubectl describe pod delete-me'],
  ['a question', undefined, 'kubectl auth can-i delete namespace'],
  ['a context of this machine', undefined, 'kubectl config delete-context x'],
  ['help', undefined, 'kubectl delete --help'],
  ['a release', 'kubernetes.uninstall', 'helm -n prod uninstall web db'],
  ['its older name', 'kubernetes.uninstall', 'helm delete web'],
  ['a dry run of it', undefined, 'helm uninstall web --dry-run'],
  ['a release called delete', undefined, 'helm upgrade --install delete ./chart'],
  ['a repository of charts', undefined, 'helm repo remove x'],
  ['all releases', 'kubernetes.uninstall', 'helmfile -e prod destroy'],
  ['a delivered application', 'kubernetes.uninstall', 'argocd app delete x'],
  ['a cluster', 'kubernetes.cluster', 'eksctl delete cluster --name prod'],
  ['a cluster, confirmed', 'kubernetes.cluster', 'kops delete cluster --name x --yes'],
  ['a cluster, shown', undefined, 'kops delete cluster --name x'],
  ['a node', 'kubernetes.cluster', 'kubeadm reset -f'],
  ['a cluster for trying out', undefined, 'kind delete cluster'],
];

checkCommands('containers', [CONTAINER_RULES], DOCKER);
checkCommands('mounted directories', [CONTAINER_RULES], MOUNTS);
checkCommands('virtual machines', [CONTAINER_RULES], MACHINES);
checkCommands('clusters', [KUBERNETES_RULES], KUBERNETES);

test('counts an unknown kind or verb only when strict', () => {
  for (const text of ['kubectl delete "$KIND" x', 'docker volume "$DO" x']) {
    const tables = [CONTAINER_RULES, KUBERNETES_RULES];
    expect(hitsIn(text, tables)).toEqual([]);
    expect(hitsIn(text, tables, true)).toHaveLength(1);
  }
});

test('says what would be removed', () => {
  const [hit] = hitsIn('docker volume rm pgdata', [CONTAINER_RULES]);
  expect(hit?.sentence).toBe('"docker volume rm" would remove a volume and the data in it.');
});
