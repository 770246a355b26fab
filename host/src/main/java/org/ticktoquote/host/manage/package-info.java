/** Threads of a running process placed by a plan, outside a run: applied, verified and restored, with an account of every call. */
@NullMarked
package org.ticktoquote.host.manage;

import org.jspecify.annotations.NullMarked;
