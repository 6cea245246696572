/* A stand-in for the bash of Git for Windows, for tests: it takes the arguments that Shellgate gives to bash and runs a few
 * words of a text. Built with: x86_64-w64-mingw32-gcc -o bash.exe bash.c
 *
 * bash.exe --alive PID    ends with 0 if the process lives, and with 1 if it has ended */
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

static const char *SCRIPT = "eval \"unset -v SHELLGATE_COMMAND; $SHELLGATE_COMMAND\"";

static int alive(const char *number) {
  HANDLE process = OpenProcess(SYNCHRONIZE, FALSE, strtoul(number, NULL, 10));
  return process && WaitForSingleObject(process, 0) == WAIT_TIMEOUT ? 0 : 1;
}

/* How many of the handles with small numbers are open: what a process inherits keeps its number. */
static int handles(void) {
  int count = 0;
  for (ULONG_PTR number = 4; number < 4096; number += 4) {
    DWORD flags;
    if (GetHandleInformation((HANDLE)number, &flags) && (flags & HANDLE_FLAG_INHERIT)) count++;
  }
  return count;
}

/* What the process may do beyond its user: its privileges, and whether a group of administrators grants anything. */
static void rights(void) {
  HANDLE token;
  DWORD size;
  static char buffer[16384];
  TOKEN_PRIVILEGES *held = (TOKEN_PRIVILEGES *)buffer;
  OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY, &token);
  if (!GetTokenInformation(token, TokenPrivileges, buffer, sizeof buffer, &size)) exit(1);
  for (DWORD index = 0; index < held->PrivilegeCount; index++) {
    char name[64];
    DWORD length = sizeof name;
    LookupPrivilegeNameA(NULL, &held->Privileges[index].Luid, name, &length);
    puts(name);
  }
  SID_IDENTIFIER_AUTHORITY nt = {SECURITY_NT_AUTHORITY};
  PSID administrators;
  BOOL grants;
  AllocateAndInitializeSid(&nt, 2, SECURITY_BUILTIN_DOMAIN_RID, DOMAIN_ALIAS_RID_ADMINS, 0, 0, 0, 0, 0, 0, &administrators);
  if (!CheckTokenMembership(NULL, administrators, &grants)) exit(1);
  if (grants) puts("Administrators");
}

/* The last program that was started. */
static HANDLE started_last;

/* Starts this program anew with a text, and does not wait for it. */
static void start(const char *text) {
  char path[MAX_PATH], line[2 * MAX_PATH];
  STARTUPINFOA startup = {.cb = sizeof startup};
  PROCESS_INFORMATION started;
  GetModuleFileNameA(NULL, path, sizeof path);
  snprintf(line, sizeof line, "\"%s\" -c -- \"%s\"", path, "eval \\\"unset -v SHELLGATE_COMMAND; $SHELLGATE_COMMAND\\\"");
  SetEnvironmentVariableA("SHELLGATE_COMMAND", text);
  if (CreateProcessA(path, line, NULL, NULL, FALSE, 0, NULL, NULL, &startup, &started)) {
    printf("started %lu\n", started.dwProcessId);
    started_last = started.hProcess;
  } else
    printf("not started: %lu\n", GetLastError());
  SetEnvironmentVariableA("SHELLGATE_COMMAND", NULL);
}

static int run(char *text) {
  char *behind = strstr(text, " & ");
  if (behind) {
    *behind = 0;
    start(text);
    fflush(stdout);
    return run(behind + 3);
  }
  if (!strncmp(text, "echo ", 5)) {
    puts(text + 5);
  } else if (!strcmp(text, "pwd")) {
    char path[MAX_PATH];
    GetCurrentDirectoryA(sizeof path, path);
    puts(path);
  } else if (!strcmp(text, "env")) {
    for (char **variable = environ; *variable; variable++) puts(*variable);
  } else if (!strncmp(text, "exit ", 5)) {
    return atoi(text + 5);
  } else if (!strncmp(text, "sleep ", 6)) {
    fflush(stdout);
    Sleep(1000 * (DWORD)atoi(text + 6));
  } else if (!strcmp(text, "wait")) {
    return WaitForSingleObject(started_last, INFINITE) == WAIT_OBJECT_0 ? 0 : 1;
  } else if (!strncmp(text, "touch ", 6)) {
    FILE *file = fopen(text + 6, "a");
    return file ? fclose(file) : 1;
  } else if (!strcmp(text, "id")) {
    printf("%d handles\n", handles());
  } else if (!strcmp(text, "whoami")) {
    rights();
  } else {
    fprintf(stderr, "bash.c: `%s` is not known\n", text);
    return 127;
  }
  return 0;
}

int main(int count, char **arguments) {
  if (count == 3 && !strcmp(arguments[1], "--alive")) return alive(arguments[2]);
  /* As bash does: a line ends with one character. */
  _setmode(1, _O_BINARY);
  const char *command = getenv("SHELLGATE_COMMAND");
  if (!command || strcmp(arguments[count - 1], SCRIPT)) {
    fprintf(stderr, "bash.c: the last argument is `%s`\n", arguments[count - 1]);
    return 126;
  }
  char *text = strdup(command);
  putenv("SHELLGATE_COMMAND=");
  SetEnvironmentVariableA("SHELLGATE_COMMAND", NULL);
  return run(text);
}
