/** Keeps the threads of a run where a plan puts them, and accounts for them. */
@NullMarked
package org.ticktoquote.host.keep;

import org.jspecify.annotations.NullMarked;
