-- The two roles of the database (docs/operating.md), made by PostgreSQL's image together with its data folder. One statement a line.
\getenv password POSTGRES_PASSWORD
create role praxidex login password :'password';
create role praxidex_calls login password :'password';
create database praxidex owner praxidex;
revoke temporary on database praxidex from public;
-- The superuser comes by the socket in its container alone.
alter role postgres password null;
