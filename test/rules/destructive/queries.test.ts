import { describe } from 'vitest';
import { testAnswers } from '../answers.js';

/* Models, graphs, modules of hosts and what `find` comes across: all of it, or a part. */
const YES: readonly string[] = [
  'find / -exec truncate -s 0 {} +',
  'find . -type f -exec truncate -s 0 {} \\;',
  "find /etc -name '*.conf' -exec truncate --size=0 {} +",
  'find /srv -type f -print0 | xargs -0 truncate -s 0',
  "rails runner 'User.delete_all'",
  'bin/rails r "Shop::Order.all.destroy_all"',
  "bundle exec rails runner 'User.find_each(&:destroy)'",
  "RAILS_ENV=production rails runner -e production 'User.unscoped.delete_all'",
  "echo 'User.delete_all' | rails console",
  "rails c <<< 'User.destroy_all'",
  'rails runner \'ActiveRecord::Base.connection.execute("DROP TABLE users")\'',
  "heroku run rails runner 'User.delete_all'",
  "docker compose exec web rails runner 'User.delete_all'",
  "python manage.py shell -c 'from app.models import User; User.objects.all().delete()'",
  "echo 'User.objects.all().delete()' | ./manage.py shell",
  "php artisan tinker --execute='App\\Models\\User::truncate()'",
  'php artisan tinker --execute "DB::table(\'users\')->delete()"',
  "mix run -e 'MyApp.Repo.delete_all(MyApp.User)'",
  "node -e 'prisma.user.deleteMany({})'",
  'ruby -e \'require "./app"; User.delete_all\'',
  "cypher-shell 'MATCH (n) DETACH DELETE n'",
  'cypher-shell -u neo4j -p x "match (n:User) detach delete n"',
  "echo 'MATCH (n) DETACH DELETE n;' | cypher-shell",
  "cypher-shell 'DROP DATABASE neo4j'",
  "cypher-shell -f <(echo 'MATCH (n) DELETE n')",
  "ansible all -m file -a 'path=/srv state=absent'",
  'ansible -i h, all -b -m ansible.builtin.file -a "state=absent path=/etc/nginx"',
  'ansible web -m shell -a \'cmd="rm -rf /"\'',
  "ansible all -a 'rm -rf /'",
];

const NO: readonly string[] = [
  "find . -name '*.txt' -exec truncate -s 0 {} +",
  'find /var/log -type f -exec truncate -s 0 {} +',
  "find / -name '*.log' -exec truncate -s 0 {} +",
  'find / -exec truncate -s +1 {} +',
  "rails runner 'User.where(admin: false).delete_all'",
  "rails runner 'User.find(1).destroy'",
  "rails runner 'user.posts.delete_all'",
  "rails runner 'puts User.count'",
  'rails runner script.rb',
  'rails generate model User.delete_all',
  "git commit -m 'User.delete_all'",
  "python manage.py shell -c 'User.objects.filter(id=1).delete()'",
  "php artisan tinker --execute='User::find(1)->delete()'",
  "php artisan tinker --execute=\"DB::table('users')->where('id', 1)->delete()\"",
  "mix run -e 'MyApp.Repo.delete_all(from u in User, where: u.old)'",
  "node -e 'prisma.user.deleteMany({where:{id:1}})'",
  "cypher-shell 'MATCH (n {id: 1}) DETACH DELETE n'",
  "cypher-shell 'MATCH (n) WHERE n.x = 1 DELETE n'",
  "cypher-shell 'MATCH (n) RETURN n'",
  "cypher-shell \"CREATE (n {text: 'x'}) RETURN 'MATCH (n) DELETE n'\"",
  "ansible all -m file -a 'path=/srv state=directory'",
  "ansible all -m file -a 'path=/srv/app/releases/old state=absent'",
  "ansible all -m copy -a 'src=x dest=/srv'",
];

describe('code and queries that take all there is are yes, those that pick some are no', () => {
  testAnswers('destroys', 1, YES);
  testAnswers('destroys', 0, NO);
});
