/** Threads of a run kept where a plan puts them, and the account of it. */
@NullMarked
package org.ticktoquote.host.keep;

import org.jspecify.annotations.NullMarked;
