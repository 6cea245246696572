/* `ProcessPrng` of bcryptprimitives.dll, which Wine 8 has not and the standard library of Rust wants; for tests only.
 * Built with: x86_64-w64-mingw32-gcc -shared -o bcryptprimitives.dll process_prng.c -ladvapi32 */
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID buffer, ULONG length);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE buffer, SIZE_T length) {
  return SystemFunction036(buffer, (ULONG)length);
}
