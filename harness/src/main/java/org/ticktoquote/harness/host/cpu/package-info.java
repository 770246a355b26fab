/** CPUs of this host, for threads of this process. */
@NullMarked
package org.ticktoquote.harness.host.cpu;

import org.jspecify.annotations.NullMarked;
