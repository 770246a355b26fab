/** Places the threads of a running process outside of a run: applies, verifies and restores a plan, and logs every call. */
@NullMarked
package org.ticktoquote.host.manage;

import org.jspecify.annotations.NullMarked;
