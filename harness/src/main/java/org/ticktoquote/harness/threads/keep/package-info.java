/** Threads of a run kept where a plan puts them, and the account of it. */
@NullMarked
package org.ticktoquote.harness.threads.keep;

import org.jspecify.annotations.NullMarked;
