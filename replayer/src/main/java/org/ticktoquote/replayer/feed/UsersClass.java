package org.ticktoquote.replayer.feed;

/** A provider of t2q that stands for a class which may be one of a plug-in. */
interface UsersClass {
    Class<?> usersClass();
}
